(* At an equilibrium of the attention flow with scores c <x, y> that is no consensus, the sum of the
   exponentials grows in some direction: in three dimensions or more by the mean over a basis, on the
   circle for c <= 1 by a rotation that depends on the token. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Saddle Uphill.
Open Scope R_scope.

Lemma below_one {S : inner_product_space} (x y : S) : inner x x = 1 -> inner y y = 1 -> inner x y <= 1.
Proof.
  intros A B. assert (N := inner_nonneg S (vsub x y)). unfold vsub in N.
  rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, A, B, (inner_sym _ y x) in N. lra.
Qed.
Lemma above_minus_one {S : inner_product_space} (x y : S) : inner x x = 1 -> inner y y = 1 -> -1 <= inner x y.
Proof.
  intros A B. assert (N := inner_nonneg S (vadd x y)).
  rewrite inner_add_l, !inner_add_r, A, B, (inner_sym _ y x) in N. lra.
Qed.
Lemma apart {S : inner_product_space} (x y : S) : inner x x = 1 -> inner y y = 1 -> x <> y -> inner x y < 1.
Proof.
  intros A B N. destruct (below_one x y A B) as [L|E]; [auto|]. exfalso. apply N.
  assert (Z : vsub x y = vzero).
  { apply inner_definite. unfold vsub.
    rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, A, B, (inner_sym _ y x), E. ring. }
  apply inner_ext. intro z. apply Rminus_diag_uniq. rewrite <- (inner_zero_l z), <- Z. unfold vsub.
  rewrite inner_add_l, inner_scale_l. ring.
Qed.
(* A positive sum has a positive summand. *)
Lemma positive_summand {I} (T : list I) (f : I -> R) : 0 < total T f -> exists i, 0 < f i.
Proof.
  induction T as [|i T IH]; simpl; intro H; [lra|].
  destruct (Rlt_dec 0 (f i)) as [P|N]; [exists i; exact P | apply IH; lra].
Qed.
Lemma pairs_positive {I} (T : list I) (f : I -> I -> R) i j : enumerates T ->
  (forall i j, 0 <= f i j) -> 0 < f i j -> 0 < total T (fun i => total T (f i)).
Proof.
  intros E N P. apply (total_one_positive T _ i E); [intro k; apply total_nonneg; auto|].
  apply (total_one_positive T _ j E); auto.
Qed.

Section Directions.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (c : R) (y : Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Unit : forall i, inner (y i) (y i) = 1.
Hypothesis Cpos : 0 < c.
Let g i j := inner (y i) (y j).
Hypothesis Rest : forall i x, total tokens (fun j => exp (c * g i j) * inner x (y j)) =
  total tokens (fun j => exp (c * g i j) * g i j) * inner x (y i).
Context (p q : Token).
Hypothesis Differ : y p <> y q.
Let Apart : g p q < 1 := apart (y p) (y q) (Unit p) (Unit q) Differ.
Let Le i j : g i j <= 1 := below_one (y i) (y j) (Unit i) (Unit j).
Let Ge i j : -1 <= g i j := above_minus_one (y i) (y j) (Unit i) (Unit j).
Lemma critical (X : Token -> S) : (forall i, inner (y i) (X i) = 0) ->
  total tokens (fun i => total tokens (fun j => exp (c * g i j) * inner (X i) (y j))) = 0.
Proof.
  intro T. rewrite <- (total_zero tokens). apply total_ext. intro i.
  rewrite Rest, (inner_sym _ (X i)), T. ring.
Qed.

(* Three dimensions or more: the tangent parts of one basis vector, the same for all tokens. *)
Section Basis.
Context {Mode : Type} (modes : list Mode) (e : Mode -> S).
Hypothesis Norm : forall k, inner (e k) (e k) = 1.
Hypothesis Expands : forall i, y i = vtotal modes (fun k => vscale (inner (e k) (y i)) (e k)).
Hypothesis Three : 3 <= size modes.
Let x k i := inner (e k) (y i).
Let X k i : S := vsub (e k) (vscale (x k i) (y i)).
Lemma parseval i j : total modes (fun k => x k i * x k j) = g i j.
Proof.
  unfold g. rewrite (Expands i). rewrite inner_vtotal_l. apply total_ext. intro k.
  rewrite inner_scale_l. reflexivity.
Qed.
Lemma basis_direction : exists X : Token -> S, (forall i, inner (y i) (X i) = 0) /\ 0 < bend tokens c y X.
Proof.
  assert (T : forall k i, inner (y i) (X k i) = 0).
  { intros k i. unfold X, vsub. rewrite inner_add_r, !inner_scale_r, Unit. unfold x.
    rewrite (inner_sym _ (y i)). ring. }
  destruct (positive_summand modes (fun k => bend tokens c y (X k))) as [k K].
  2: { exists (X k). split; [apply T | exact K]. }
  set (f := fun i j => exp (c * g i j) * ((1 - g i j) * (c * ((1 - g i j) * (1 + g i j)) + size modes - 2 -
    g i j))).
  replace (total modes (fun k => bend tokens c y (X k))) with (total tokens (fun i => total tokens (f i))).
  - apply (pairs_positive tokens f p q ET).
    + intros i j. unfold f. apply Rmult_le_pos; [left; apply exp_pos|]. assert (L := Le i j).
    assert (G := Ge i j).
      assert (0 <= c * ((1 - g i j) * (1 + g i j))) by
        (apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; lra).
      apply Rmult_le_pos; lra.
    + unfold f. assert (G := Ge p q). assert (L := Apart). apply Rmult_lt_0_compat; [apply exp_pos|].
      assert (0 <= c * ((1 - g p q) * (1 + g p q))) by
        (apply Rmult_le_pos; [lra|]; apply Rmult_le_pos; lra).
      apply Rmult_lt_0_compat; lra.
  - set (B := fun k i j => exp (c * g i j) * (c / 2 * (turn y (X k) i j * turn y (X k) i j)
      + inner (X k i) (X k j) - inner (X k i) (X k i) * g i j)).
    transitivity (total tokens (fun i => total modes (fun k => total tokens (fun j => B k i j)))).
    2: { apply (total_swap tokens modes (fun i k => total tokens (fun j => B k i j))). }
    apply total_ext. intro i. rewrite (total_swap modes tokens (fun k j => B k i j)).
    apply total_ext. intro j. unfold B.
    transitivity (total modes (fun k => exp (c * g i j) * (c / 2 * ((1 - g i j) * (1 - g i j))) * (x k i *
      x k i)
      + (exp (c * g i j) * (c / 2 * ((1 - g i j) * (1 - g i j))) * (x k j * x k j)
      + (exp (c * g i j) * (c * ((1 - g i j) * (1 - g i j))) * (x k i * x k j)
      + (exp (c * g i j) * (-1 + g i j) * (x k i * x k i) + (exp (c * g i j) * -1 * (x k j * x k j)
      + (exp (c * g i j) * g i j * (x k i * x k j) + exp (c * g i j) * (1 - g i j) * 1))))))).
    + repeat rewrite total_add. rewrite !total_scale, !parseval. unfold f, size.
      replace (g i i) with 1 by (symmetry; apply Unit). replace (g j j) with 1 by (symmetry; apply Unit).
      field.
    + apply total_ext. intro k. unfold turn, X, vsub.
      repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
      rewrite (inner_sym _ (y i) (e k)), Norm, !Unit. fold (x k i) (x k j) (g i j).
      field.
Qed.
End Basis.

(* The plane: v and w are orthonormal, the tokens' parts along v add up to 0. *)
Section Plane.
Context (v w : S).
Hypothesis Vunit : inner v v = 1.
Hypothesis Wunit : inner w w = 1.
Hypothesis Orthogonal : inner v w = 0.
Hypothesis Small : c <= 1.
Let a i := inner v (y i).
Let b i := inner w (y i).
Hypothesis Expands : forall i, y i = vadd (vscale (a i) v) (vscale (b i) w).
Hypothesis Balanced : total tokens a = 0.
Lemma products i j : g i j = a i * a j + b i * b j.
Proof.
  unfold g. rewrite (Expands i), inner_add_l, !inner_scale_l. reflexivity.
Qed.
Lemma squares i : a i ^ 2 + b i ^ 2 = 1.
Proof. rewrite <- (Unit i). change (inner (y i) (y i)) with (g i i). rewrite products. ring. Qed.
Definition turning (x : Token -> R) i : S := vscale (x i) (vadd (vscale (a i) w) (vscale (- b i) v)).
Lemma turning_tangent x i : inner (y i) (turning x i) = 0.
Proof.
  unfold turning. rewrite inner_scale_r, inner_add_r, !inner_scale_r, (inner_sym _ _ w), (inner_sym _ _ v).
  fold (a i) (b i). ring.
Qed.
Lemma turning_bend x : bend tokens c y (turning x) = / 2 * total tokens (fun i => total tokens (fun j =>
  exp (c * g i j) * (c * (1 - g i j ^ 2) - g i j) * (x i - x j) ^ 2)).
Proof.
  assert (X1 : forall i j, inner (turning x i) (y j) = x i * (a i * b j - b i * a j)).
  { intros i j. unfold turning. rewrite inner_scale_l, inner_add_l, !inner_scale_l.
    fold (a j) (b j). ring. }
  assert (X2 : forall i j, inner (turning x i) (turning x j) = x i * x j * g i j).
  { intros i j. unfold turning.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    rewrite (inner_sym _ w v), Vunit, Wunit, Orthogonal, products. ring. }
  assert (G : forall i j, (a i * b j - b i * a j) ^ 2 = 1 - g i j ^ 2).
  { intros i j. rewrite products. transitivity ((a i ^ 2 + b i ^ 2) * (a j ^ 2 + b j ^ 2) -
      (a i * a j + b i * b j) ^ 2); [ring | rewrite !squares; ring]. }
  assert (Gs : forall i j, g j i = g i j) by (intros; apply inner_sym).
  set (F := fun i j => exp (c * g i j) * (c / 2 * (1 - g i j ^ 2) * (x i - x j) ^ 2
    + x i * x j * g i j - x i * x i * g i j)).
  assert (B : bend tokens c y (turning x) = total tokens (fun i => total tokens (F i))).
  { unfold bend. apply total_ext. intro i. apply total_ext. intro j. unfold F, turn.
    replace (inner (y i) (turning x j)) with (x j * (a j * b i - b j * a i))
      by (rewrite inner_sym; symmetry; apply X1).
    rewrite X1, !X2, <- G. replace (g i i) with 1 by (symmetry; apply Unit). fold (g i j). field. }
  rewrite B. transitivity (/ 2 * (total tokens (fun i => total tokens (F i))
    + total tokens (fun i => total tokens (fun j => F j i)))).
  - replace (total tokens (fun i => total tokens (fun j => F j i))) with (total tokens (fun i => total
    tokens (F i)))
      by apply total_swap. field.
  - f_equal. rewrite <- total_add. apply total_ext. intro i. rewrite <- total_add. apply total_ext. intro j.
    unfold F. rewrite Gs. field.
Qed.
Lemma plane_direction : exists X : Token -> S, (forall i, inner (y i) (X i) = 0) /\ 0 < bend tokens c y X.
Proof.
  assert (Co : forall i j, cosine a b i j = g i j) by (intros; symmetry; apply products).
  destruct (Rlt_dec 0 (total tokens (fun i => a i ^ 4))) as [P|N].
  - exists (turning a). split; [apply turning_tangent|].
    apply Rlt_le_trans with (c ^ 2 / 2 * (1 - c / 3) * total tokens (fun i => a i ^ 4) ^ 2).
    { apply Rmult_lt_0_compat; [|apply pow_lt; auto]. apply Rmult_lt_0_compat; [|lra].
      apply Rmult_lt_0_compat; [apply pow_lt; lra | lra]. }
    eapply Rle_trans; [apply (critical_states_off_a_line_are_saddles tokens a b c)|]; auto.
    + apply squares.
    + intro i. assert (R := Rest i v). fold (a i) in R.
      transitivity (total tokens (fun j => exp (c * g i j) * inner v (y j))).
      { apply total_ext. intro j. rewrite Co. reflexivity. }
      rewrite R. f_equal. apply total_ext. intro j. rewrite Co. reflexivity.
    + right. rewrite turning_bend. unfold hessian, twice. f_equal. apply total_ext. intro i.
      apply total_ext. intro j. rewrite Co. reflexivity.
  - assert (A : forall i, a i = 0).
    { intro i. assert (L : a i ^ 4 <= total tokens (fun i => a i ^ 4)).
      { apply (total_at_least tokens (fun i => a i ^ 4)); [apply ET|]. intro k.
        replace (a k ^ 4) with (a k ^ 2 * a k ^ 2) by ring. apply Rle_0_sqr. }
      apply Rnot_lt_le in N. replace (a i ^ 4) with ((a i * a i) * (a i * a i)) in L by ring.
      assert (S0 := Rle_0_sqr (a i * a i)). unfold Rsqr in S0.
      assert (Z : a i * a i * (a i * a i) = 0) by lra. apply Rmult_integral in Z.
      destruct Z as [Z|Z]; apply Rmult_integral in Z; destruct Z; auto. }
    assert (B : forall i, b i = 1 \/ b i = -1).
    { intro i. assert (Q := squares i). rewrite A in Q.
      assert (Z : (b i - 1) * (b i + 1) = 0) by lra. apply Rmult_integral in Z.
      destruct Z; [left | right]; lra. }
    assert (G : forall i j, g i j = b i * b j) by (intros; rewrite products, !A; ring).
    exists (turning (fun i => (1 + b i) / 2)). split; [apply turning_tangent|]. rewrite turning_bend.
    apply Rmult_lt_0_compat; [lra|]. apply (pairs_positive tokens _ p q ET).
    + intros i j. rewrite G.
      destruct (B i) as [-> | ->], (B j) as [-> | ->]; match goal with |- 0 <= ?E1 * ?E2 * ?E3 =>
        assert (Pe : 0 < E1) by apply exp_pos; assert (0 <= E2 * E3) by lra end;
        rewrite Rmult_assoc; apply Rmult_le_pos; lra.
    + assert (D := Apart). rewrite G in *.
      destruct (B p) as [Bp|Bp], (B q) as [Bq|Bq]; rewrite Bp, Bq in *; try lra;
        rewrite Rmult_assoc; apply Rmult_lt_0_compat; try apply exp_pos; lra.
Qed.
End Plane.

(* Two dimensions: turn the basis so that its second vector points along the sum of the tokens. *)
Section Turned.
Context (e f : S).
Hypothesis Eunit : inner e e = 1.
Hypothesis Funit : inner f f = 1.
Hypothesis Orthogonal : inner e f = 0.
Hypothesis Small : c <= 1.
Hypothesis Expands : forall i, y i = vadd (vscale (inner e (y i)) e) (vscale (inner f (y i)) f).
Lemma circle_direction : exists X : Token -> S, (forall i, inner (y i) (X i) = 0) /\ 0 < bend tokens c y X.
Proof.
  set (s := total tokens (fun i => inner e (y i))). set (t := total tokens (fun i => inner f (y i))).
  destruct (Req_dec s 0) as [Z|NZ]; [apply (plane_direction e f); auto|].
  set (r := sqrt (s * s + t * t)).
  assert (Q : 0 < s * s + t * t).
  { assert (H1 := Rle_0_sqr t). assert (H2 := Rsqr_pos_lt s NZ). unfold Rsqr in *. lra. }
  assert (R0 : 0 < r) by (apply sqrt_lt_R0; auto). assert (RR : r * r = s * s + t * t) by (apply sqrt_sqrt;
    lra).
  set (v := vadd (vscale (t / r) e) (vscale (- s / r) f)). set (w := vadd (vscale (s / r) e) (vscale (t /
    r) f)).
  assert (One : t / r * (t / r) + s / r * (s / r) = 1).
  { replace (t / r * (t / r) + s / r * (s / r)) with ((s * s + t * t) / (r * r)) by (field; lra).
    rewrite RR. field. lra. }
  apply (plane_direction v w); auto.
  - unfold v. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ f e), Eunit,
    Funit,
      Orthogonal. transitivity (t / r * (t / r) + s / r * (s / r)); [field; lra | exact One].
  - unfold w. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ f e), Eunit,
    Funit,
      Orthogonal. transitivity (t / r * (t / r) + s / r * (s / r)); [field; lra | exact One].
  - unfold v, w. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ f e), Eunit,
      Funit, Orthogonal. field. lra.
  - intro i. apply inner_ext. intro z. rewrite (Expands i) at 1. unfold v, w.
    repeat (rewrite inner_add_l || rewrite inner_scale_l).
    set (A := inner e (y i)). set (B := inner f (y i)). set (E := inner e z). set (F := inner f z).
    transitivity ((t / r * (t / r) + s / r * (s / r)) * (A * E + B * F)); [rewrite One; ring | field; lra].
  - transitivity (total tokens (fun i => t / r * inner e (y i) + - s / r * inner f (y i))).
    + apply total_ext. intro i. unfold v. rewrite inner_add_l, !inner_scale_l. reflexivity.
    + rewrite total_add, !total_scale. fold s t. field. lra.
Qed.
End Turned.

(* Both together: the dimension is the number of modes. *)
Section Dimensions.
Context {Mode : Type} (modes : list Mode) (e : Mode -> S).
Hypothesis EM : enumerates modes.
Hypothesis Norm : forall k, inner (e k) (e k) = 1.
Hypothesis Ortho : forall k l, k <> l -> inner (e k) (e l) = 0.
Hypothesis Expands : forall i, y i = vtotal modes (fun k => vscale (inner (e k) (y i)) (e k)).
Hypothesis Dimensions : 3 <= size modes \/ (2 <= size modes /\ c <= 1).
Lemma long {I} (k l m : I) T : 3 <= size (k :: l :: m :: T).
Proof.
  unfold size. simpl. assert (0 <= total T (fun _ => 1)) by (apply total_nonneg; intro; lra). lra.
Qed.
Theorem direction : exists X : Token -> S, (forall i, inner (y i) (X i) = 0) /\ 0 < bend tokens c y X.
Proof.
  destruct Dimensions as [D|[D Small]]; [apply (basis_direction modes e); auto|].
  destruct modes as [|k [|l [|m T]]] eqn:M.
  - unfold size in D. simpl in D. lra.
  - unfold size in D. simpl in D. lra.
  - apply (circle_direction (e k) (e l)); auto.
    + apply Ortho. destruct EM as [_ [ND _]]. inversion ND as [|? ? NI _]. subst. simpl in NI. intro H.
    apply NI.
      left. auto.
    + intro i. rewrite (Expands i) at 1. apply inner_ext. intro z. simpl.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). rewrite inner_zero_l. ring.
  - apply (basis_direction (k :: l :: m :: T) e); auto. apply long.
Qed.
Theorem uphill_from_equilibria eps : 0 < eps -> exists z, (forall i, inner (z i) (z i) = 1) /\
  (forall i, vnorm (vsub (z i) (y i)) < eps) /\ energy tokens c y < energy tokens c z.
Proof.
  destruct direction as [X [T B]]. exact (uphill tokens c y X ET Unit T (critical X T) Cpos B eps).
Qed.
End Dimensions.
End Directions.
