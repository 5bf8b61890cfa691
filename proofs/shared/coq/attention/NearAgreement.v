(* A layer of attention near states in which all tokens agree: its weights are those of equal scores,
   up to a multiple of the disagreement, so that what it does is linear up to the square of it,
   whatever the scores; and what a step shrinks up to a square, many steps shrink geometrically. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Attention.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. decay *)

(* Q e x: the state x is within e, by some measure, of where it is to go. *)
Theorem geometric_decay {X} (Q : R -> X -> Prop) (f : X -> X -> Prop) s C r : 0 <= s < 1 -> 0 <= C ->
  0 < r -> (forall e e' x, e <= e' -> Q e x -> Q e' x) ->
  (forall e x y, 0 <= e <= r -> Q e x -> f x y -> Q (s * e + C * (e * e)) y) ->
  exists d theta, 0 < d <= r /\ 0 <= theta < 1 /\ forall x : nat -> X, (forall k, f (x k) (x (S k))) ->
    forall e, 0 <= e <= d -> Q e (x O) -> forall k, Q (theta ^ k * e) (x k).
Proof.
  intros Hs HC Hr Mono Step. set (d := Rmin r ((1 - s) / (2 * (C + 1)))).
  assert (D : 0 < d) by (apply Rmin_glb_lt; [auto | apply Rdiv_lt_0_compat; lra]).
  assert (Dr : d <= r) by apply Rmin_l.
  assert (Dc : C * d <= (1 - s) / 2).
  { apply Rle_trans with ((C + 1) * d); [apply Rmult_le_compat_r; lra|].
    apply Rle_trans with ((C + 1) * ((1 - s) / (2 * (C + 1)))); [|right; field; lra].
    apply Rmult_le_compat_l; [lra | apply Rmin_r]. }
  exists d, ((1 + s) / 2). split; [auto|]. split; [lra|]. set (theta := (1 + s) / 2).
  assert (Th : 0 <= theta < 1) by (unfold theta; lra). intros x Hx e He Start k.
  assert (P : forall k, 0 <= theta ^ k <= 1).
  { clear k. intro k. induction k as [|k IH]; [rewrite pow_O; lra|].
    change (theta ^ S k) with (theta * theta ^ k). split; [apply Rmult_le_pos; lra|].
    replace 1 with (1 * 1) by ring. apply Rmult_le_compat; lra. }
  induction k as [|k IH]; [rewrite pow_O, Rmult_1_l; exact Start|]. specialize (P k).
  set (w := theta ^ k * e) in *.
  assert (W : 0 <= w <= d).
  { unfold w. split; [apply Rmult_le_pos; lra|]. apply Rle_trans with (1 * e); [|lra].
    apply Rmult_le_compat_r; lra. }
  apply Mono with (s * w + C * (w * w)); [|apply (Step w (x k)); auto; lra].
  replace (theta ^ S k * e) with (theta * w) by (unfold w; simpl; ring).
  assert (C * w * w <= (1 - s) / 2 * w).
  { apply Rmult_le_compat_r; [lra|]. apply Rle_trans with (C * d); [apply Rmult_le_compat_l; lra | exact Dc]. }
  unfold theta. lra.
Qed.

(* ------------------------------------------------------------------ 2. norms *)

(* A norm, or one of what is beside some directions. *)
Definition seminorm {S : inner_product_space} (n : S -> R) :=
  (forall a, 0 <= n a) /\ (forall a b, n (vadd a b) <= n a + n b) /\ forall c a, n (vscale c a) = Rabs c * n a.
Lemma vnorm_seminorm (S : inner_product_space) : seminorm (@vnorm S).
Proof. split; [apply vnorm_nonneg|]. split; [apply vnorm_add | apply vnorm_scale]. Qed.

Section Norms.
Context {S : inner_product_space} (n : S -> R) (N : seminorm n).
Lemma norm_at_zero : n vzero = 0.
Proof. rewrite <- (vscale_zero vzero), (proj2 (proj2 N)), Rabs_R0. ring. Qed.
Lemma norm_sub_le a b : n a <= n b + n (vsub a b).
Proof.
  replace a with (vadd b (vsub a b)) at 1; [apply N|].
  apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma norm_sums {I} (T : list I) (w c : I -> R) (x : I -> S) : (forall i, n (x i) <= c i) ->
  n (vtotal T (fun i => vscale (w i) (x i))) <= total T (fun i => Rabs (w i) * c i).
Proof.
  intro H. induction T as [|i T IH]; simpl; [rewrite norm_at_zero; lra|].
  eapply Rle_trans; [apply N|]. rewrite (proj2 (proj2 N)).
  apply Rplus_le_compat; [apply Rmult_le_compat_l; [apply Rabs_pos | auto] | exact IH].
Qed.
Lemma norm_sum {I} (T : list I) (w : I -> R) (x : I -> S) c : (forall i, n (x i) <= c) ->
  n (vtotal T (fun i => vscale (w i) (x i))) <= total T (fun i => Rabs (w i)) * c.
Proof. intro H. rewrite <- total_scale_r. apply (norm_sums T w (fun _ => c)), H. Qed.
Lemma norm_mean {I} (T : list I) (w : I -> R) (x : I -> S) c : (forall i, 0 <= w i) -> total T w = 1 ->
  (forall i, n (x i) <= c) -> n (vtotal T (fun i => vscale (w i) (x i))) <= c.
Proof.
  intros W One H. eapply Rle_trans; [apply (norm_sum T w x c H)|]. right.
  rewrite (total_ext T (fun i => Rabs (w i)) w), One; [ring|]. intro i. apply Rabs_right, Rle_ge, W.
Qed.
End Norms.

(* ------------------------------------------------------------------ 3. weights *)

(* Softmax over those whom i sees, and over as many with equal scores. *)
Definition attends {Token} (tokens : list Token) (seen score : Token -> R) j :=
  seen j * exp (score j) / total tokens (fun k => seen k * exp (score k)).
Definition equally {Token} (tokens : list Token) (seen : Token -> R) j := seen j / total tokens seen.

Section Weights.
Context {Token : Type} (tokens : list Token) (seen score : Token -> R) (c g : R).
Hypothesis Seen : forall j, 0 <= seen j.
Hypothesis Some : 0 < total tokens seen.
Lemma row_bounds : (forall j, Rabs (score j - c) <= g) ->
  total tokens seen * exp (c - g) <= total tokens (fun k => seen k * exp (score k))
    <= total tokens seen * exp (c + g).
Proof.
  intro Near. rewrite <- !total_scale_r. split; apply total_le; intro j; apply Rmult_le_compat_l; auto; apply exp_le;
    specialize (Near j); apply Rabs_le_between in Near; lra.
Qed.
Lemma attends_row (sc : Token -> R) : 0 < total tokens (fun k => seen k * exp (sc k)) ->
  (forall j, 0 <= attends tokens seen sc j) /\ total tokens (attends tokens seen sc) = 1.
Proof.
  intro Row. split.
  - intro j. unfold attends, Rdiv. repeat apply Rmult_le_pos; auto; left; [apply exp_pos | apply Rinv_0_lt_compat; auto].
  - unfold attends, Rdiv. rewrite total_scale_r. field. lra.
Qed.
Lemma equally_row : (forall j, 0 <= equally tokens seen j) /\ total tokens (equally tokens seen) = 1.
Proof.
  split.
  - intro j. apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto].
  - unfold equally, Rdiv. rewrite total_scale_r. field. lra.
Qed.
Lemma attends_near : (forall j, Rabs (score j - c) <= g) -> 2 * g <= / 2 ->
  total tokens (fun j => Rabs (attends tokens seen score j - equally tokens seen j)) <= 4 * g.
Proof.
  intros Near Small. assert (Row := row_bounds Near). set (T := total tokens seen) in *.
  set (U := total tokens (fun k => seen k * exp (score k))) in *.
  assert (E1 := exp_pos (c - g)). assert (E2 := exp_pos (c + g)).
  assert (Tp : 0 < T * exp (c - g)) by (apply Rmult_lt_0_compat; auto).
  assert (Up : 0 < U) by lra.
  assert (G : exp (2 * g) - 1 <= 4 * g /\ - (4 * g) <= exp (- (2 * g)) - 1).
  { destruct tokens as [|j T'] eqn:ET.
    { unfold T in Tp. simpl in Tp. lra. }
    assert (0 <= g) by (eapply Rle_trans; [apply Rabs_pos | apply (Near j)]).
    assert (A := exp_tangent (- (2 * g))). assert (B : exp (2 * g) * exp (- (2 * g)) = 1).
    { rewrite <- exp_plus. replace (2 * g + - (2 * g)) with 0 by ring. apply exp_0. }
    split; [|lra]. apply Rmult_le_reg_r with (exp (- (2 * g))); [apply exp_pos|].
    assert (0 <= (1 + 4 * g) * (exp (- (2 * g)) - (1 - 2 * g))) by (apply Rmult_le_pos; lra).
    assert (0 <= g * (1 - 4 * g)) by (apply Rmult_le_pos; lra). lra. }
  apply Rle_trans with (total tokens (fun j => equally tokens seen j * (4 * g))).
  2:{ rewrite total_scale_r, (proj2 equally_row). lra. }
  apply total_le. intro j. assert (P := proj1 equally_row j).
  assert (K : equally tokens seen j * exp (- (2 * g)) <= attends tokens seen score j
    <= equally tokens seen j * exp (2 * g)).
  { unfold equally, attends. fold T U. specialize (Near j). apply Rabs_le_between in Near.
    assert (L1 : exp (c - g) <= exp (score j)) by (apply exp_le; lra).
    assert (L2 : exp (score j) <= exp (c + g)) by (apply exp_le; lra).
    assert (I1 : exp (c - g) = exp (c + g) * exp (- (2 * g))) by (rewrite <- exp_plus; f_equal; ring).
    assert (I2 : exp (c + g) = exp (c - g) * exp (2 * g)) by (rewrite <- exp_plus; f_equal; ring).
    assert (Iu : 0 < / U) by (apply Rinv_0_lt_compat; auto).
    assert (Q1 : U * / T <= exp (c + g)).
    { apply Rmult_le_reg_r with T; [auto|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (Q2 : exp (c - g) <= U * / T).
    { apply Rmult_le_reg_r with T; [auto|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    assert (M := exp_pos (2 * g)). assert (M' := exp_pos (- (2 * g))). unfold Rdiv. split.
    - apply Rle_trans with (seen j * (exp (- (2 * g)) * (U * / T)) * / U); [right; field; lra|].
      apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [auto|].
      apply Rle_trans with (exp (- (2 * g)) * exp (c + g)); [apply Rmult_le_compat_l; lra | lra].
    - apply Rle_trans with (seen j * (exp (2 * g) * (U * / T)) * / U); [|right; field; lra].
      apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [auto|].
      apply Rle_trans with (exp (2 * g) * exp (c - g)); [lra | apply Rmult_le_compat_l; lra]. }
  apply Rabs_le. set (q := equally tokens seen j) in *.
  assert (q * exp (2 * g) <= q * (1 + 4 * g)) by (apply Rmult_le_compat_l; lra).
  assert (q * (1 - 4 * g) <= q * exp (- (2 * g))) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Weights.

(* ------------------------------------------------------------------ 4. a layer *)

Section Layer.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (seen : Token -> Token -> R)
  (F F_T P P_T : S -> S) (tau phi psi : R).
Hypothesis Seen : forall i j, 0 <= seen i j.
Hypothesis Some : forall i, 0 < total tokens (seen i).
Hypothesis HF : adjoint F F_T.
Hypothesis HP : adjoint P P_T.
Hypothesis Phi : 0 <= phi.
Hypothesis Psi : 0 <= psi.
Hypothesis BF : forall x, vnorm (F x) <= phi * vnorm x.
Hypothesis BP : forall x, vnorm (P x) <= psi * vnorm x.
Hypothesis Tau : 0 < tau.
Definition weight (x : Token -> S) i := attends tokens (seen i) (fun j => inner (x i) (P (x j))).
Definition before_norm (x : Token -> S) i : S :=
  vadd (x i) (vscale tau (F (vtotal tokens (fun j => vscale (weight x i j) (x j))))).
Definition layer (x : Token -> S) i : S := vscale (/ vnorm (before_norm x i)) (before_norm x i).
(* What the layer would be, before it normalises, with equal scores. *)
Definition averaged (x : Token -> S) i : S :=
  vtotal tokens (fun j => vscale (equally tokens (seen i) j) (x j)).
Definition linear (x : Token -> S) i : S := vadd (x i) (vscale tau (F (averaged x i))).

Lemma rows_positive x i : 0 < total tokens (fun k => seen i k * exp (inner (x i) (P (x k)))).
Proof.
  destruct (total_nonneg tokens (fun k => seen i k * exp (inner (x i) (P (x k))))) as [L|Z]; [|exact L|].
  - intro k. apply Rmult_le_pos; [auto | left; apply exp_pos].
  - exfalso. assert (E : forall T, (forall k, 0 <= seen i k) -> 0 = total T (fun k => seen i k * exp (inner (x i) (P (x k)))) ->
      total T (seen i) = 0).
    { intros T. clear Z. induction T as [|j T IH]; simpl; intros N Z; [auto|].
      assert (A : 0 <= total T (fun k => seen i k * exp (inner (x i) (P (x k))))).
      { apply total_nonneg. intro k. apply Rmult_le_pos; [auto | left; apply exp_pos]. }
      assert (Ej := exp_pos (inner (x i) (P (x j)))).
      assert (B : 0 <= seen i j * exp (inner (x i) (P (x j)))) by (apply Rmult_le_pos; [auto | lra]).
      rewrite IH by (auto; lra).
      assert (C : seen i j * exp (inner (x i) (P (x j))) = 0) by lra.
      apply Rmult_integral in C. lra. }
    specialize (E tokens (Seen i) Z). specialize (Some i). lra.
Qed.
Lemma weight_row x i : (forall j, 0 <= weight x i j) /\ total tokens (weight x i) = 1.
Proof. apply attends_row; [apply Seen | apply rows_positive]. Qed.
(* Tokens within e of a common u, of which token i is a unit vector. *)
Lemma nearly_linear x u i e : inner (x i) (x i) = 1 -> (forall j, vnorm (vsub (x j) u) <= e) ->
  psi * e <= / 4 -> vnorm (vsub (before_norm x i) (linear x i)) <= tau * phi * (4 * psi) * (e * e).
Proof.
  intros Unit Near Small.
  set (w := fun j => weight x i j - equally tokens (seen i) j).
  assert (Sum : total tokens w = 0).
  { unfold w. transitivity (total tokens (weight x i) + -1 * total tokens (equally tokens (seen i))).
    - rewrite <- total_scale, <- total_add. apply total_ext. intro. ring.
    - rewrite (proj2 (weight_row x i)), (proj2 (equally_row tokens (seen i) (Seen i) (Some i))). ring. }
  assert (E : vsub (before_norm x i) (linear x i) =
    vscale tau (F (vtotal tokens (fun j => vscale (w j) (vsub (x j) u))))).
  { apply inner_ext. intro q. unfold before_norm, linear, averaged, vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). rewrite !HF, !inner_vtotal_l.
    transitivity (tau * (total tokens (fun j => inner (vscale (weight x i j) (x j)) (F_T q)) +
      -1 * total tokens (fun j => inner (vscale (equally tokens (seen i) j) (x j)) (F_T q)) +
      - inner u (F_T q) * total tokens w)).
    { rewrite Sum. ring. }
    f_equal. rewrite <- !total_scale, <- !total_add. apply total_ext. intro j. unfold w.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  rewrite E, vnorm_scale, (Rabs_right tau) by lra.
  apply Rle_trans with (tau * (phi * (4 * (psi * e) * e))); [|right; ring].
  apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [apply BF|]. apply Rmult_le_compat_l; [auto|].
  eapply Rle_trans; [apply (norm_sum vnorm (vnorm_seminorm S) tokens w _ e Near)|].
  assert (He : 0 <= e) by (eapply Rle_trans; [apply (vnorm_nonneg (vsub (x i) u)) | apply (Near i)]).
  apply Rmult_le_compat_r; [auto|].
  apply (attends_near tokens (seen i) (fun j => inner (x i) (P (x j))) (inner (x i) (P u))); auto; [|lra].
  intro j. replace (inner (x i) (P (x j)) - inner (x i) (P u)) with (inner (x i) (P (vsub (x j) u))).
  2:{ unfold vsub. rewrite (adjoint_add _ _ HP), (adjoint_scale _ _ HP), inner_add_r, inner_scale_r. ring. }
  eapply Rle_trans; [apply inner_le_vnorm|].
  replace (vnorm (x i)) with 1 by (unfold vnorm; rewrite Unit; symmetry; apply sqrt_1).
  rewrite Rmult_1_l. eapply Rle_trans; [apply BP|]. apply Rmult_le_compat_l; auto.
Qed.
(* In consensus the layer is a step of the power method. *)
Lemma in_consensus u i : before_norm (fun _ => u) i = vadd u (vscale tau (F u)).
Proof.
  unfold before_norm. do 2 f_equal. f_equal. apply inner_ext. intro q. rewrite inner_vtotal_l.
  rewrite (total_ext tokens _ (fun j => weight (fun _ => u) i j * inner u q)) by (intro; apply inner_scale_l).
  rewrite total_scale_r, (proj2 (weight_row (fun _ => u) i)). ring.
Qed.
End Layer.

(* ------------------------------------------------------------------ 5. as claims write it *)

Section Written.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (P : S -> S) (x : Token -> S) (i : Token).
Lemma full_pull : vtotal tokens (fun j => vscale (exp (inner (x i) (P (x j))) /
    total tokens (fun k => exp (inner (x i) (P (x k))))) (x j)) =
  vtotal tokens (fun j => vscale (weight tokens (fun _ _ => 1) P x i j) (x j)).
Proof.
  apply inner_ext. intro q. rewrite !inner_vtotal_l. apply total_ext. intro j. rewrite !inner_scale_l.
  unfold weight, attends. rewrite (total_ext tokens (fun k => 1 * exp (inner (x i) (P (x k))))
    (fun k => exp (inner (x i) (P (x k))))) by (intro; apply Rmult_1_l). rewrite Rmult_1_l. reflexivity.
Qed.
Lemma masked_pull seen : vtotal tokens (fun j => vscale (seen i j) (vscale (exp (inner (x i) (P (x j))) /
    total tokens (fun k => seen i k * exp (inner (x i) (P (x k))))) (x j))) =
  vtotal tokens (fun j => vscale (weight tokens seen P x i j) (x j)).
Proof.
  apply inner_ext. intro q. rewrite !inner_vtotal_l. apply total_ext. intro j. rewrite !inner_scale_l.
  unfold weight, attends, Rdiv. ring.
Qed.
End Written.
