(* Lemma 4: the Oja map is a layer with one head and equal weights. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Directions.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Frechet Stability OrthonormalBasis.
From Kernel Require Import ConsensusLayer ConsensusStability ConsensusSpectrum.
From Claimed Require Import B_L4.
Open Scope R_scope.

Definition one_head {S : inner_product_space} (V : S -> S) (_ : unit) := V.
Definition equal_weights {S : inner_product_space} {Token} (tokens : list Token) (_ : unit)
  (_ : Token -> S) (_ _ : Token) := / size tokens.
Lemma pushed {S : inner_product_space} {Token} (tokens : list Token) (V : S -> S) tau x i : linear V ->
  vadd (x i) (vscale (tau / size tokens) (V (vtotal tokens x))) =
  moved tokens (tt :: nil) (one_head V) (equal_weights tokens) tau x i.
Proof.
  intro LV. unfold moved, pooled, equal_weights, one_head. simpl. f_equal.
  rewrite (vtotal_scale tokens (/ size tokens) x), (proj2 LV). vector_sums.
Qed.

Theorem proof : B_L4.
Proof.
  intros S Token tokens Mode modes v nu first same tau V _ ET EM Same Sym _ Tau Orth Eig
    [Span [Pos [gap [Gap Above]]]].
  assert (LV : linear V) by (apply (adjoint_linear V V Sym)).
  assert (Basis := basis_of_kronecker modes same v Same Orth Span).
  assert (Largest := first_above same nu first gap Same Gap Above).
  assert (Ones : forall h (x : Token -> S) i, total tokens (equal_weights tokens h x i) = 1).
  { intros h x i. assert (N0 := size_positive tokens ET). unfold equal_weights.
    rewrite (total_ext tokens _ (fun _ => / size tokens * 1)) by (intro; ring). rewrite total_scale.
    fold (size tokens). field. lra. }
  assert (Smooth : forall u h i j, differentiable_at (S := states S tokens (proj2 (proj2 ET)))
    (fun x => equal_weights tokens h x i j) (consensus u)).
  { intros. eexists. apply (fderive_const (S := states S tokens (proj2 (proj2 ET))) (U := real_line) everywhere
      (/ size tokens)). }
  assert (Eigen : forall k, layer_matrix (tt :: nil) (one_head V) (v k) = vscale (nu k) (v k)).
  { intro k. unfold layer_matrix, one_head. simpl. rewrite vadd_zero. apply Eig. }
  set (m := fun (x : Token -> S) i => vadd (x i) (vscale (tau / size tokens) (V (vtotal tokens (fun j => x j))))).
  assert (Is : forall x i, m x i = moved tokens (tt :: nil) (one_head V) (equal_weights tokens) tau x i).
  { intros x i. apply (pushed tokens V tau x i LV). }
  assert (Kind := kind_ext _ m _ Is (kind_as_said m)).
  assert (Formula : forall x i, vscale (/ sqrt (inner (m x i) (m x i))) (m x i) =
    several_heads tokens (tt :: nil) (one_head V) (equal_weights tokens) tau x i).
  { intros x i. unfold several_heads. rewrite <- Is. reflexivity. }
  assert (LF : forall h, linear (one_head V h)) by (intros []; exact LV).
  assert (LV1 : forall k mu, V k = vscale mu k -> layer_matrix (tt :: nil) (one_head V) k = vscale mu k).
  { intros k mu E. unfold layer_matrix, one_head. simpl. rewrite vadd_zero. exact E. }
  assert (Valued := fun u mu => valued_near S Token unit Mode tokens ET (tt :: nil) (one_head V) (equal_weights tokens)
    modes v tau LF Smooth Ones (fun _ _ _ _ => eq_refl) Basis m Is u mu).
  split.
  - intro Few. assert (Step := small_step nu first tau Tau Few).
    assert (Stable := fun s S1 => said_exponentially_stable _ _ _ _ (first_is_stable S Token unit Mode tokens ET
      (tt :: nil) (one_head V) (equal_weights tokens) _ _ modes
      v nu first tau Formula Kind LF Smooth Ones (fun _ _ _ _ => eq_refl) EM Basis Eigen Tau Pos Largest Step s S1)).
    split; [|split].
    + specialize (Stable 1 ltac:(ring)). rewrite vscale_one in Stable. exact Stable.
    + exact (Stable (-1) ltac:(ring)).
    + intros u Unit mu [Ev [N1 [N2 Rho]]].
      exact (said_unstable _ _ _ _ (Valued u mu Unit (LV1 u mu Ev) Rho) (others_are_unstable S Token unit Mode tokens ET
        (tt :: nil) (one_head V) (equal_weights tokens) _ _
        modes v nu first tau Formula Kind LF Smooth Ones (fun _ _ _ _ => eq_refl) EM Basis Eigen Tau Pos Largest
        Step u mu Unit (LV1 u mu Ev) N1 N2 Rho)).
  - intro k. split.
    + intro Big. assert (Q := first_is_unstable S Token unit Mode tokens ET (tt :: nil) (one_head V)
        (equal_weights tokens) _ _ modes v nu first tau Formula Kind LF Smooth Ones (fun _ _ _ _ => eq_refl) EM Basis
        Eigen Tau Pos Largest k 1 ltac:(ring) ltac:(lra)). rewrite vscale_one in Q.
      refine (said_unstable _ _ _ _ (Valued (v first) (nu first) (proj1 Basis first) (Eigen first) _) Q).
      assert (0 < tau * nu first) by (apply Rmult_lt_0_compat; auto). lra.
    + intros At eps Eps. destruct (swings_at_the_bound S Token unit Mode tokens ET (tt :: nil) (one_head V)
        (equal_weights tokens) _ _ modes v nu first tau Formula Kind LF Smooth Ones (fun _ _ _ _ => eq_refl) Basis
        Eigen Tau Pos k eps ltac:(lra) Eps) as [x [Start [Step [Near Away]]]].
      exists x. split; [exact Start|]. split; [intros i j; apply Directions.below_one; apply Start|].
      split; [|split; [exact Near | exact Away]].
      intros n i. destruct (Step n i) as [Len Next]. change (vnorm (m (x n) i) <> 0 /\
        x (Datatypes.S n) i = vscale (/ sqrt (inner (m (x n) i) (m (x n) i))) (m (x n) i)).
      rewrite Formula, Is. split; [lra | exact Next].
Qed.
