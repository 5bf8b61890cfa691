(* D.4.2: self-attention with one head; sign patterns are at rest if the step times the norm is below 1. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Directions.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Drawn Frechet Stability OrthonormalBasis.
From Kernel Require Import ConsensusLayer ConsensusStability ConsensusSpectrum SoftmaxHeads.
From Claimed Require Import B_D42.
Open Scope R_scope.

(* A mean of signs is between -1 and 1. *)
Lemma mean_of_signs {Token} (tokens : list Token) (w c : Token -> R) : (forall j, 0 <= w j) ->
  total tokens w = 1 -> (forall j, c j = 1 \/ c j = -1) -> Rabs (total tokens (fun j => w j * c j)) <= 1.
Proof.
  intros W One C. rewrite <- One. apply total_abs_le. intro j. rewrite Rabs_mult, (Rabs_right (w j)) by
    (apply Rle_ge, W). replace (Rabs (c j)) with 1; [lra|]. destruct (C j) as [->| ->]; symmetry.
  - apply Rabs_R1.
  - rewrite Rabs_left; lra.
Qed.
(* A token at c u, with a sign c, that is drawn to m u for |m| <= 1 keeps its place. *)
Lemma pattern_rests {S : inner_product_space} (u : S) c m tau mu kappa : inner u u = 1 -> (c = 1 \/ c = -1) ->
  Rabs m <= 1 -> 0 < tau -> tau * kappa < 1 -> Rabs mu <= kappa ->
  let y := vadd (vscale c u) (vscale tau (vscale (m * mu) u)) in
  sqrt (inner y y) <> 0 /\ vscale (/ sqrt (inner y y)) y = vscale c u.
Proof.
  intros Unit Sign M Tau Small Mu y.
  assert (B : Rabs (tau * (m * mu)) < 1).
  { rewrite !Rabs_mult, (Rabs_right tau) by lra. eapply Rle_lt_trans; [|exact Small].
    apply Rmult_le_compat_l; [lra|]. rewrite <- (Rmult_1_l kappa).
    apply Rmult_le_compat; auto using Rabs_pos. }
  apply Rabs_def2 in B. set (r := 1 + tau * (m * mu) * c).
  assert (R0 : 0 < r) by (unfold r; destruct Sign as [->| ->]; lra).
  assert (E : y = vscale (r * c) u).
  { unfold y, r. apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l).
    destruct Sign as [->| ->]; ring. }
  assert (N : sqrt (inner y y) = r).
  { rewrite E, inner_scale_l, inner_scale_r, Unit.
    replace (r * c * (r * c * 1)) with (r * r) by (destruct Sign as [->| ->]; ring).
    apply sqrt_square. lra. }
  rewrite N. split; [lra|]. rewrite E, vscale_vscale. f_equal. field. lra.
Qed.

Theorem proof : B_D42.
Proof.
  intros S Token tokens Mode modes e nu first same tau P P_T V _ ET EM Same AP Sym BP _ _ Tau Orth Eig.
  assert (LV : linear V) by (apply (adjoint_linear V V Sym)).
  split.
  - intros [Span [Pos [gap [Gap Above]]]].
    assert (Basis := basis_of_kronecker modes same e Same Orth Span).
    assert (Largest := first_above same nu first gap Same Gap Above).
    set (F := fun _ : unit => V). set (w := softmax_weights tokens (fun _ : unit => P)).
    assert (LF : forall h, linear (F h)) by (intro; exact LV).
    assert (Smooth : forall u h i j, differentiable_at (S := states S tokens (proj2 (proj2 ET)))
      (fun x => w h x i j) (consensus u)) by
      (intros u h i j; exact (softmax_weights_smooth tokens (fun _ : unit => P) ET u h i j
        (adjoint_linear P P_T AP) BP)).
    assert (Ones : forall h (x : Token -> S) i, total tokens (w h x i) = 1) by
      (exact (softmax_weights_total tokens (fun _ : unit => P) ET)).
    assert (Equal : forall u h i j, w h (consensus u) i j = / size tokens) by
      (exact (softmax_weights_equal tokens (fun _ : unit => P) ET)).
    assert (Eigen : forall k, layer_matrix (tt :: nil) F (e k) = vscale (nu k) (e k)).
    { intro k. unfold layer_matrix, F. simpl. rewrite vadd_zero. apply Eig. }
    set (m := fun (x : Token -> S) i => vadd (x i) (vscale tau (V (pooled tokens w tt x i)))).
    assert (Is : forall x i, m x i = moved tokens (tt :: nil) F w tau x i).
    { intros x i. unfold m, moved, F. simpl. rewrite vadd_zero. reflexivity. }
    assert (Kind := kind_ext _ m _ Is (kind_as_said m)).
    assert (Formula : forall x i, vscale (/ sqrt (inner (m x i) (m x i))) (m x i) =
      several_heads tokens (tt :: nil) F w tau x i).
    { intros x i. unfold several_heads. rewrite <- Is. reflexivity. }
    split.
    + intro Few. assert (Step := small_step nu first tau Tau Few).
      assert (Q := first_is_stable S Token unit Mode tokens ET (tt :: nil) F w _ _ modes e nu first tau Formula
        Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos Largest Step 1 ltac:(ring)).
      rewrite vscale_one in Q. exact (said_exponentially_stable _ _ _ _ Q).
    + intro k. split.
      * intro Big. assert (Q := first_is_unstable S Token unit Mode tokens ET (tt :: nil) F w _ _ modes e nu first
          tau Formula Kind LF Smooth Ones Equal EM Basis Eigen Tau Pos Largest k 1 ltac:(ring) ltac:(lra)).
        rewrite vscale_one in Q. refine (said_unstable _ _ _ _ (valued_near S Token unit Mode tokens ET (tt :: nil) F
          w modes e tau LF Smooth Ones Equal Basis m Is (e first) (nu first) (proj1 Basis first) (Eigen first) _) Q).
        assert (0 < tau * nu first) by (apply Rmult_lt_0_compat; auto). lra.
      * intros At eps Eps. destruct (swings_at_the_bound S Token unit Mode tokens ET (tt :: nil) F w _ _ modes e nu
          first tau Formula Kind LF Smooth Ones Equal Basis Eigen Tau Pos k eps ltac:(lra) Eps)
          as [x [Start [Step [Near Away]]]].
        exists x. split; [exact Start|]. split; [intros i j; apply Directions.below_one; apply Start|].
        split; [|split; [exact Near | exact Away]].
        intros n i. destruct (Step n i) as [Len Next]. change (vnorm (m (x n) i) <> 0 /\
          x (Datatypes.S n) i = vscale (/ sqrt (inner (m (x n) i) (m (x n) i))) (m (x n) i)).
        rewrite Formula, Is. split; [lra | exact Next].
  - intros kappa K [Small Norm] u Unit mu Ev c Signs i.
    set (x := fun j => vscale (c j) u).
    set (w := softmax_of tokens (fun i j => inner (x i) (P (x j))) i).
    assert (W0 : forall j, 0 <= w j).
    { intro j. unfold w, softmax_of. apply Rmult_le_pos; [left; apply exp_pos|]. left.
      apply Rinv_0_lt_compat, (total_positive tokens); [exact ET | intro; apply exp_pos]. }
    assert (One : total tokens w = 1) by (apply softmax_total; exact ET).
    assert (M := mean_of_signs tokens w c W0 One Signs).
    assert (Mu : Rabs mu <= kappa).
    { specialize (Norm u). change (vnorm (V u) <= kappa * vnorm u) in Norm.
      rewrite Ev, vnorm_scale in Norm. replace (vnorm u) with 1 in Norm; [lra|].
      unfold vnorm. rewrite Unit. symmetry. apply sqrt_1. }
    assert (Pull : V (vtotal tokens (fun j => vscale (w j) (x j))) =
      vscale (total tokens (fun j => w j * c j) * mu) u).
    { replace (vtotal tokens (fun j => vscale (w j) (x j))) with (vscale (total tokens (fun j => w j * c j)) u).
      - rewrite (proj2 LV), Ev, vscale_vscale. reflexivity.
      - apply inner_ext. intro q. rewrite inner_vtotal_l, inner_scale_l, <- total_scale_r. apply total_ext.
        intro j. unfold x. rewrite !inner_scale_l. ring. }
    change (sqrt (inner (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))
        (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))) <> 0 /\
      vscale (/ sqrt (inner (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))
        (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j))))))))
        (vadd (x i) (vscale tau (V (vtotal tokens (fun j => vscale (w j) (x j)))))) = vscale (c i) u).
    rewrite Pull. apply (pattern_rests u (c i) _ tau mu kappa); auto.
Qed.
