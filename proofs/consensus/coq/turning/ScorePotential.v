(* If the work that attention does is the slope of half the sum of all exponentials of scores, then the
   scores are symmetric and the values are the scores. It is enough to see all tokens move together, and
   one of them past the others. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves States Turns Multiples.
Open Scope R_scope.

Section ScorePotential.
Context {X : inner_product_space} {Token : Type} (tokens : list Token) (p : X -> X -> R) (U : X -> X) (i0 : Token).
Hypothesis ET : enumerates tokens.
Hypothesis Two : 2 <= size tokens.
Hypothesis Pal : forall x y z, p (vadd x y) z = p x z + p y z.
Hypothesis Psl : forall c x z, p (vscale c x) z = c * p x z.
Hypothesis Par : forall x y z, p z (vadd x y) = p z x + p z y.
Hypothesis Psr : forall c x z, p z (vscale c x) = c * p z x.
Hypothesis Us : forall c x, U (vscale c x) = vscale c (U x).
Let a x y := inner x (U y).
Hypothesis Agree : forall y v : R -> Token -> X, (forall t i, inner (y t i) (y t i) = 1) ->
  (forall t i, is_vderive (fun t => y t i) t (v t i)) ->
  total tokens (fun i => total tokens (fun j => exp (p (y 0 i) (y 0 j)) *
    ((p (v 0 i) (y 0 j) + p (y 0 i) (v 0 j)) / 2 - a (v 0 i) (y 0 j)))) = 0.
Let B x y := a x y - (p x y + p y x) / 2.
Lemma Bal x y z : B (vadd x y) z = B x z + B y z.
Proof. unfold B, a. rewrite inner_add_l, Pal, Par. field. Qed.
Lemma Bsl c x z : B (vscale c x) z = c * B x z.
Proof. unfold B, a. rewrite inner_scale_l, Psl, Psr. field. Qed.
Lemma Bsr c x z : B z (vscale c x) = c * B z x.
Proof. unfold B, a. rewrite Us, inner_scale_r, Psl, Psr. field. Qed.
Lemma circle_0 (y z : X) : circle y z 0 = y.
Proof. unfold circle. rewrite cos_0, sin_0, vscale_one, vscale_zero. apply vadd_zero. Qed.
Lemma circle'_0 (y z : X) : circle' y z 0 = z.
Proof.
  unfold circle'. rewrite cos_0, sin_0, vscale_one, Ropp_0, vscale_zero, vadd_comm. apply vadd_zero.
Qed.
Section Pair.
Context (y z : X).
Hypothesis Y : inner y y = 1.
Hypothesis Z : inner z z = 1.
Hypothesis O : inner y z = 0.
(* All tokens move together; or one of them moves, and the others wait at o. *)
Lemma all_move : B z y = 0.
Proof.
  assert (A := Agree (fun t _ => circle y z t) (fun t _ => circle' y z t)
    (fun t _ => circle_unit y z t Y Z O) (fun t _ => circle_moves y z t)).
  cbv beta in A. rewrite circle_0, circle'_0 in A.
  set (q := exp (p y y) * ((p z y + p y z) / 2 - a z y)) in A.
  assert (E : total tokens (fun _ => total tokens (fun _ => q)) = size tokens * (size tokens * q)).
  { assert (C : forall c, total tokens (fun _ => c) = size tokens * c).
    { intro c. change (size tokens) with (total tokens (fun _ => 1)). rewrite <- total_scale_r.
      apply total_ext. intro. ring. }
    rewrite (C (total tokens (fun _ => q))), (C q). reflexivity. }
  rewrite E in A. assert (Q := exp_pos (p y y)). unfold B.
  apply Rmult_integral in A. destruct A as [A|A]; [lra|].
  apply Rmult_integral in A. destruct A as [A|A]; [lra|]. unfold q in A.
  apply Rmult_integral in A. destruct A as [A|A]; lra.
Qed.
Context (o : X).
Hypothesis Oo : inner o o = 1.
Let placed t k := vadd (vscale (equal i0 k) (circle y z t)) (vscale (1 - equal i0 k) o).
Lemma placed_at t k : (equal i0 k = 1 /\ placed t k = circle y z t) \/ (equal i0 k = 0 /\ placed t k = o).
Proof.
  unfold placed. destruct (equal_cases i0 k) as [E|E]; rewrite E; [right | left]; (split; [reflexivity|]);
    apply inner_ext; intro q; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring.
Qed.
Lemma one_moves : p o z * (exp (p o y) - exp (p y o)) = 2 * exp (p y o) * B z o.
Proof.
  set (v := fun (t : R) k => vscale (equal i0 k) (circle' y z t)).
  assert (A : total tokens (fun i => total tokens (fun j => exp (p (placed 0 i) (placed 0 j)) *
    ((p (v 0 i) (placed 0 j) + p (placed 0 i) (v 0 j)) / 2 - a (v 0 i) (placed 0 j)))) = 0).
  { apply Agree.
    - intros t k. destruct (placed_at t k) as [[_ ->]|[_ ->]]; [apply circle_unit; auto | exact Oo].
    - intros t k. unfold placed, v. eapply vderive_eq.
      + apply (vderive_add (fun s => vscale (equal i0 k) (circle y z s)) (fun _ => vscale (1 - equal i0 k) o));
          [|apply vderive_const].
        apply (vderive_scale (fun _ => equal i0 k) (circle y z)); [apply derive_const | apply circle_moves].
      + apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_zero_l).
        ring. }
  assert (K := @equal_kronecker Token). set (w := placed 0) in *.
  set (F := fun q => exp (p y q) * (p z q / 2 - a z q) + exp (p q y) * p q z / 2).
  assert (W0 : forall g : X -> X -> R, total tokens (fun k => equal i0 k * g (w k) (w k)) = g y y).
  { intro g. rewrite (kronecker_total tokens equal i0 (fun k => g (w k) (w k)) K ET).
    assert (E : w i0 = y); [|rewrite E; reflexivity].
    destruct (placed_at 0 i0) as [[_ E]|[E _]]; [unfold w; rewrite E; apply circle_0|].
    rewrite (proj1 K i0) in E. lra. }
  assert (Wi : w i0 = y).
  { destruct (placed_at 0 i0) as [[_ E]|[E _]]; [unfold w; rewrite E; apply circle_0|].
    rewrite (proj1 K i0) in E. lra. }
  assert (S1 : total tokens (fun j => F (w j)) = 0).
  { rewrite <- A. clear A.
    transitivity (total tokens (fun i => equal i0 i * total tokens (fun j =>
        exp (p (w i) (w j)) * (p z (w j) / 2 - a z (w j)))) +
      total tokens (fun i => total tokens (fun j => equal i0 j * (exp (p (w i) (w j)) * p (w i) z / 2)))).
    - rewrite (kronecker_total tokens equal i0 (fun i => total tokens (fun j =>
        exp (p (w i) (w j)) * (p z (w j) / 2 - a z (w j)))) K ET), Wi, <- total_add.
      apply total_ext. intro j. rewrite (kronecker_total tokens equal i0 (fun k =>
        exp (p (w j) (w k)) * p (w j) z / 2) K ET), Wi. reflexivity.
    - rewrite <- total_add. apply total_ext. intro i. rewrite <- total_scale, <- total_add.
      apply total_ext. intro j. unfold v. rewrite circle'_0. unfold a.
      rewrite Psl, Psr, inner_scale_l. field. }
  assert (Fy : F y = 0).
  { assert (H := all_move). unfold B in H. unfold F.
    replace (exp (p y y) * (p z y / 2 - a z y) + exp (p y y) * p y z / 2) with
      (- exp (p y y) * (a z y - (p z y + p y z) / 2)) by field. rewrite H. ring. }
  assert (S2 : total tokens (fun j => F (w j)) = (size tokens - 1) * F o).
  { transitivity (total tokens (fun j => 1 * F o) + -1 * total tokens (fun j => equal i0 j * F o)).
    - rewrite <- total_scale, <- total_add. apply total_ext. intro j.
      destruct (placed_at 0 j) as [[E P]|[E P]]; unfold w; rewrite P, E; [rewrite circle_0, Fy|]; ring.
    - rewrite (kronecker_total tokens equal i0 (fun _ => F o) K ET), total_scale_r.
      change (total tokens (fun _ : Token => 1)) with (size tokens). ring. }
  rewrite S2 in S1. apply Rmult_integral in S1. destruct S1 as [S1|S1]; [lra|].
  unfold F in S1. unfold B. lra.
Qed.
End Pair.
Lemma opposite_pair (y z : X) : inner y z = 0 -> inner (vscale (-1) y) z = 0.
Proof. intro O. rewrite inner_scale_l, O. ring. Qed.
Lemma opposite_unit (y : X) : inner y y = 1 -> inner (vscale (-1) y) (vscale (-1) y) = 1.
Proof. intro Y. rewrite inner_scale_l, inner_scale_r, Y. ring. Qed.
Lemma diagonal (y z : X) : inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> B z z = 0.
Proof.
  intros Y Z O. assert (A := one_moves y z Y Z O z Z).
  assert (A' := one_moves (vscale (-1) y) z (opposite_unit y Y) Z (opposite_pair y z O) z Z).
  rewrite Psl, Psr in A'.
  replace (-1 * p z y) with (- p z y) in A' by ring. replace (-1 * p y z) with (- p y z) in A' by ring.
  rewrite !exp_Ropp in A'. assert (Q1 := exp_pos (p z y)). assert (Q2 := exp_pos (p y z)).
  set (al := exp (p z y)) in *. set (be := exp (p y z)) in *.
  assert (A2 : p z z * (be - al) = 2 * al * B z z).
  { apply (f_equal (fun r => r * (al * be))) in A'. cbv beta in A'.
    replace (p z z * (/ al - / be) * (al * be)) with (p z z * (be - al)) in A' by (field; lra).
    replace (2 * / be * B z z * (al * be)) with (2 * al * B z z) in A' by (field; lra). exact A'. }
  assert (S : (al + be) * B z z = 0) by lra.
  apply Rmult_integral in S. destruct S as [S|S]; [lra | exact S].
Qed.
Context (e1 e2 : X).
Hypothesis E1 : inner e1 e1 = 1.
Hypothesis E2 : inner e2 e2 = 1.
Hypothesis E12 : inner e1 e2 = 0.
Lemma partner (z : X) : inner z z = 1 -> exists y, inner y y = 1 /\ inner y z = 0.
Proof.
  intro Z. set (d := fun e : X => vadd e (vscale (- inner e z) z)).
  assert (Od : forall e, inner (d e) z = 0)
    by (intro e; unfold d; rewrite inner_add_l, inner_scale_l, Z; ring).
  assert (Use : forall e, d e <> vzero -> exists y, inner y y = 1 /\ inner y z = 0).
  { intros e N. destruct (direction_of (d e) N) as [H [Pos _]]. exists (vscale (/ vnorm (d e)) (d e)).
    split; [exact H|]. rewrite inner_scale_l, Od. ring. }
  destruct (zero_or_not (d e1)) as [D1|D1]; [|apply (Use e1 D1)].
  destruct (zero_or_not (d e2)) as [D2|D2]; [|apply (Use e2 D2)]. exfalso.
  assert (F1 : forall w, inner e1 w = inner e1 z * inner z w).
  { intro w. assert (K := f_equal (fun x => inner x w) D1). unfold d in K. cbv beta in K.
    rewrite inner_add_l, inner_scale_l, inner_zero_l in K. lra. }
  assert (F2 : forall w, inner e2 w = inner e2 z * inner z w).
  { intro w. assert (K := f_equal (fun x => inner x w) D2). unfold d in K. cbv beta in K.
    rewrite inner_add_l, inner_scale_l, inner_zero_l in K. lra. }
  assert (G1 := F1 e1). assert (G2 := F2 e2). assert (G3 := F1 e2).
  rewrite E1, (inner_sym _ z e1) in G1. rewrite E2, (inner_sym _ z e2) in G2.
  rewrite E12, (inner_sym _ z e2) in G3. symmetry in G3. apply Rmult_integral in G3.
  destruct G3 as [G3|G3]; rewrite G3 in *; lra.
Qed.
Lemma values_are_means x y : B x y = 0.
Proof.
  assert (Unit : forall y, inner y y = 1 -> forall x, B x y = 0).
  { clear x y. intros y Y x. set (r := vadd x (vscale (- inner x y) y)).
    assert (E : B x y = B r y).
    { unfold r. rewrite Bal, Bsl. destruct (partner y Y) as [q [Q O]]. rewrite (diagonal q y Q Y O). ring. }
    rewrite E. assert (Or : inner y r = 0)
      by (unfold r; rewrite inner_add_r, inner_scale_r, Y, (inner_sym _ y x); ring).
    destruct (zero_or_not r) as [Z|N].
    - rewrite Z, <- (vscale_zero (@vzero X)), Bsl. ring.
    - destruct (direction_of r N) as [H [Pos Er]]. rewrite Er, Bsl, (all_move y _ Y H); [ring|].
      rewrite inner_scale_r, Or. ring. }
  destruct (zero_or_not y) as [Z|N].
  - rewrite Z, <- (vscale_zero (@vzero X)), Bsr. ring.
  - destruct (direction_of y N) as [H [_ Ey]]. rewrite Ey, Bsr, Unit by exact H. ring.
Qed.
Lemma or_vanishes y z o : inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> inner o o = 1 ->
  p o y <> p y o -> p o z = 0.
Proof.
  intros Y Z O Oo N. assert (A := one_moves y z Y Z O o Oo). rewrite values_are_means, Rmult_0_r in A.
  apply Rmult_integral in A. destruct A as [A|A]; [exact A|]. exfalso. apply N, exp_equal. lra.
Qed.
Lemma one_way y z : inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> p y z <> p z y -> p y z = 0.
Proof.
  intros Y Z O N. assert (Own : p y y = 0).
  { apply (or_vanishes z y y); auto. rewrite inner_sym. exact O. }
  set (k := / sqrt 2). assert (S2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (Sp : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (Kk : k * k = / 2) by (unfold k; rewrite <- Rinv_mult, S2; reflexivity).
  assert (Kp : 0 < k) by (apply Rinv_0_lt_compat; exact Sp).
  set (x := vscale k (vadd y z)). set (q := vscale k (vadd z (vscale (-1) y))).
  assert (Oz : inner z y = 0) by (rewrite inner_sym; exact O).
  assert (Xu : inner x x = 1).
  { unfold x. rewrite inner_scale_l, inner_scale_r, inner_add_l, !inner_add_r, Y, Z, O, Oz.
    replace (k * (k * (1 + 0 + (0 + 1)))) with (k * k * 2) by ring. rewrite Kk. field. }
  assert (Qu : inner q q = 1).
  { unfold q. rewrite inner_scale_l, inner_scale_r, inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
      Y, Z, O, Oz.
    replace (k * (k * (1 + -1 * 0 + (-1 * 0 + -1 * (-1 * 1))))) with (k * k * 2) by ring. rewrite Kk. field. }
  assert (Xq : inner x q = 0).
  { unfold x, q. rewrite inner_scale_l, inner_scale_r, inner_add_l, !inner_add_r, !inner_scale_r, Y, Z, O, Oz.
    ring. }
  assert (H : p y q = 0).
  { apply (or_vanishes x q y); auto. unfold x. rewrite Psl, Psr, Pal, Par, Own. intro E. apply N.
    apply Rmult_eq_reg_l with k; lra. }
  unfold q in H. rewrite Psr, Par, Psr, Own in H. apply Rmult_integral in H. destruct H; lra.
Qed.
Lemma scores_symmetric x y : p x y = p y x.
Proof.
  apply Rminus_diag_uniq. apply (alternating (fun x y => p x y - p y x)).
  - intros u v w. rewrite Pal, Par. ring.
  - intros c u w. rewrite Psl, Psr. ring.
  - intros u v. ring.
  - intros u v Hu Hv O. destruct (Req_dec (p u v) (p v u)) as [E|N]; [lra|].
    assert (A := one_way u v Hu Hv O N).
    assert (A' := one_way v u Hv Hu (eq_trans (inner_sym _ v u) O) (fun E => N (eq_sym E))). lra.
Qed.
Lemma values_are_scores x y : inner x (U y) = p x y.
Proof. assert (H := values_are_means x y). unfold B, a in H. rewrite (scores_symmetric y x) in H. lra. Qed.
End ScorePotential.
