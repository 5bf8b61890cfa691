(* A unit vector that follows a symmetric operator: it tends to the top eigenvector, up to sign. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Spheres Tangent Attracted.
Open Scope R_scope.

(* A curve comes as near as one likes to a set, and stays as near. *)
Definition approaches {S : inner_product_space} (y : R -> S) (E : S -> Prop) :=
  forall eps, 0 < eps -> exists T, 0 <= T /\ forall t, T <= t ->
    exists z, E z /\ vnorm (vsub (y t) z) < eps.

Lemma bounded_form {S : inner_product_space} (U : S -> S) C : 0 <= C ->
  (forall x, vnorm (U x) <= C * vnorm x) -> forall x z, Rabs (inner x (U z)) <= C * (vnorm x * vnorm z).
Proof.
  intros C0 HC x z. eapply Rle_trans; [apply inner_le_vnorm|].
  replace (C * (vnorm x * vnorm z)) with (vnorm x * (C * vnorm z)) by ring.
  apply Rmult_le_compat_l; [apply vnorm_nonneg | apply HC].
Qed.
Lemma unit_vnorm {S : inner_product_space} (x : S) : inner x x = 1 -> vnorm x = 1.
Proof. intros H. unfold vnorm. rewrite H. apply sqrt_1. Qed.

Section Oja.
Context {S : inner_product_space} (U : S -> S) (v : S) (lam gamma : R) (y : R -> S) (w : R -> R) (m M : R).
Hypothesis Sym : adjoint U U.
Hypothesis Bounded : bounded_operator U.
Hypothesis Pole : inner v v = 1.
Hypothesis Eigen : U v = vscale lam v.
Hypothesis Gpos : 0 < gamma.
Hypothesis Mpos : 0 < m.
Hypothesis Weight : forall t, 0 <= t -> m <= w t <= M.
Hypothesis Flow : forall t, 0 <= t ->
  is_vderive y t (vscale (w t) (vsub (U (y t)) (vscale (inner (y t) (U (y t))) (y t)))).
Hypothesis Start : inner (y 0) (y 0) = 1.
Let b t := inner v (y t).
Let form t := inner (y t) (U (y t)).
Hypothesis Gap : forall t, 0 <= t -> gamma * (1 - b t * b t) <= lam - form t.

Lemma oja_unit t : 0 <= t -> inner (y t) (y t) = 1.
Proof.
  intros Ht. destruct Bounded as [C [C0 HC]].
  refine (stays_unit (tt :: nil) (fun t _ => y t) (fun t _ => vscale (w t) (U (y t))) (M * (C * 2))
    _ _ _ (fun _ => Start) t tt Ht).
  - intros []. left. auto.
  - intros s [] Hs. eapply vderive_eq; [apply Flow; auto|]. apply inner_ext. intro z. unfold vsub.
    repeat (rewrite ?inner_add_l, ?inner_scale_l, ?inner_scale_r). ring.
  - intros s [] Hs L. specialize (L tt). assert (Wt := Weight s Hs). rewrite inner_scale_r, Rabs_mult.
    rewrite (Rabs_right (w s)) by lra. apply Rmult_le_compat; try lra; [apply Rabs_pos|].
    eapply Rle_trans; [apply (bounded_form U C C0 HC)|]. rewrite vnorm_square.
    apply Rmult_le_compat_l; auto.
Qed.
Lemma oja_part t : 0 <= t -> -1 <= b t <= 1.
Proof. intros Ht. apply unit_inner; [exact Pole | apply oja_unit, Ht]. Qed.
Lemma oja_moves : differentiable b (fun t => w t * (lam - form t) * b t).
Proof.
  intros t Ht. eapply derive_eq; [apply (derive_part v y), Flow, Ht|]. unfold b, form, vsub.
  rewrite inner_scale_r, inner_add_r, !inner_scale_r, <- (Sym v), Eigen, inner_scale_l. ring.
Qed.
Lemma oja_gap t : 0 <= t -> 0 <= lam - form t.
Proof.
  intros Ht. assert (B := oja_part t Ht). assert (G0 := Gap t Ht).
  assert (0 <= (1 - b t) * (1 + b t)) by (apply Rmult_le_pos; lra).
  assert (0 <= gamma * (1 - b t * b t)) by (apply Rmult_le_pos; lra). lra.
Qed.
(* The hyperplane across v is invariant. *)
Lemma oja_across : b 0 = 0 -> forall t, 0 <= t -> b t = 0.
Proof.
  intros Z t Ht. destruct Bounded as [C [C0 HC]]. set (k := 2 * (M * (Rabs lam + C))).
  assert (G := gronwall (fun t => b t * b t) (fun t => 2 * (w t * (lam - form t)) * (b t * b t)) (- k)).
  assert (H : b t * b t <= b 0 * b 0 * exp (- - k * t)).
  { apply G; auto.
    - intros s Hs. eapply derive_eq. apply (derive_mult b b); apply oja_moves, Hs. ring.
    - intros s Hs. apply Rmult_le_compat_r; [apply Rle_0_sqr|]. rewrite Ropp_involutive. unfold k.
      apply Rmult_le_compat_l; [lra|]. assert (Wt := Weight s Hs). assert (Q := oja_gap s Hs).
      apply Rmult_le_compat; try lra. assert (F := bounded_form U C C0 HC (y s) (y s)).
      rewrite vnorm_square, oja_unit, Rmult_1_r in F by auto. fold (form s) in F.
      apply Rabs_le_between in F. assert (L := Rle_abs lam). lra. }
  rewrite Z in H. assert (Q := Rle_0_sqr (b t)). unfold Rsqr in Q.
  destruct (Rmult_integral (b t) (b t)); lra.
Qed.
Section Above.
Hypothesis Above : 0 < b 0.
Lemma oja_stays t : 0 <= t -> b 0 <= b t.
Proof.
  intros Ht. refine (least_stays (tt :: nil) (fun _ => b) (fun _ t => w t * (lam - form t) * b t) (b 0) (b 0)
    _ Above _ _ _ tt t Ht).
  - intros []. left. auto.
  - intros _. apply oja_moves.
  - intros _. lra.
  - intros _ s Hs [P _] _. assert (Wt := Weight s Hs). assert (Q := oja_gap s Hs).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
Qed.
Lemma oja_rises s t : 0 <= s <= t -> b s <= b t.
Proof.
  apply (rises b _ oja_moves). intros x Hx. assert (Wt := Weight x Hx). assert (Q := oja_gap x Hx).
  assert (P := oja_stays x Hx). apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra].
Qed.
Lemma oja_fast t : 0 <= t ->
  2 * (1 - b t) <= (1 - b 0 * b 0) / (b 0 * b 0) * exp (- (2 * (m * gamma)) * t).
Proof.
  intros Ht. assert (Pos : forall s, 0 <= s -> 0 < b s).
  { intros s Hs. assert (P := oja_stays s Hs). lra. }
  assert (G := gronwall (fun t => (1 - b t * b t) / (b t * b t))
    (fun t => - 2 * (w t * (lam - form t)) * / (b t * b t)) (2 * (m * gamma))).
  apply Rle_trans with ((1 - b t * b t) / (b t * b t)).
  { assert (P := Pos t Ht). assert (B := oja_part t Ht).
    assert (0 < b t * b t) by (apply Rmult_lt_0_compat; lra).
    apply Rmult_le_reg_r with (b t * b t); [auto|].
    replace ((1 - b t * b t) / (b t * b t) * (b t * b t)) with (1 - b t * b t) by (field; lra).
    assert (0 <= (1 - b t) * ((1 - b t) * (1 + 2 * b t))).
    { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. } lra. }
  apply G; auto.
  - intros s Hs. assert (P := Pos s Hs). assert (D := oja_moves s Hs). eapply derive_eq.
    apply (derive_div (fun t => 1 - b t * b t) (fun t => b t * b t)).
    + assert (0 < b s * b s) by (apply Rmult_lt_0_compat; lra). lra.
    + apply (derive_square b s _ D).
    + apply (derive_mult b b s _ _ D D).
    + field. lra.
  - intros s Hs. assert (P := Pos s Hs). assert (B := oja_part s Hs). assert (Wt := Weight s Hs).
    assert (G0 := Gap s Hs).
    assert (I : 0 < / (b s * b s)) by (apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra).
    apply Rle_trans with (- (2 * (m * gamma)) * (1 - b s * b s) * / (b s * b s));
      [|right; unfold Rdiv; ring]. apply Rmult_le_compat_r; [lra|].
    assert (0 <= (1 - b s) * (1 + b s)) by (apply Rmult_le_pos; lra).
    assert (m * (gamma * (1 - b s * b s)) <= w s * (lam - form s)); [|lra].
    apply Rmult_le_compat; try lra. apply Rmult_le_pos; lra.
Qed.
End Above.
End Oja.


(* Rest points are the unit eigenvectors. *)
Lemma oja_equilibria {S : inner_product_space} (U : S -> S) (x : S) : inner x x = 1 ->
  (vsub (U x) (vscale (inner x (U x)) x) = vzero <-> exists mu, U x = vscale mu x).
Proof.
  intros X. split.
  - intros E. exists (inner x (U x)). apply inner_ext. intro z.
    assert (H : inner (vsub (U x) (vscale (inner x (U x)) x)) z = 0) by (rewrite E; apply inner_zero_l).
    unfold vsub in H. rewrite inner_add_l, !inner_scale_l in H. rewrite inner_scale_l. lra.
  - intros [mu E]. rewrite E, inner_scale_r, X. apply inner_ext. intro z. unfold vsub.
    rewrite inner_add_l, !inner_scale_l, inner_zero_l. ring.
Qed.
Lemma eigenvectors_across {S : inner_product_space} (U : S -> S) (v z : S) lam mu : adjoint U U ->
  U v = vscale lam v -> U z = vscale mu z -> mu <> lam -> inner v z = 0.
Proof.
  intros Sym Ev Ez N. assert (H := Sym v z). rewrite Ev, Ez, inner_scale_l, inner_scale_r in H.
  assert (Z : (lam - mu) * inner v z = 0) by lra. destruct (Rmult_integral _ _ Z); [lra | auto].
Qed.

Theorem top_eigenvector_attracts (S : inner_product_space) (U : S -> S) (v : S) (lam gamma : R)
    (y : R -> S) (w : R -> R) (m M : R) :
  adjoint U U -> bounded_operator U -> inner v v = 1 -> U v = vscale lam v -> 0 < gamma -> 0 < m ->
  (forall t, 0 <= t -> m <= w t <= M) ->
  (forall t, 0 <= t ->
     is_vderive y t (vscale (w t) (vsub (U (y t)) (vscale (inner (y t) (U (y t))) (y t))))) ->
  inner (y 0) (y 0) = 1 ->
  (forall t, 0 <= t -> gamma * (1 - inner v (y t) * inner v (y t)) <= lam - inner (y t) (U (y t))) ->
  (* from the open half: exponentially, and never further away *)
  (0 < inner v (y 0) ->
     (forall t, 0 <= t -> 2 * (1 - inner v (y t)) <=
        (1 - inner v (y 0) * inner v (y 0)) / (inner v (y 0) * inner v (y 0))
        * exp (- (2 * (m * gamma)) * t)) /\
     (forall s t, 0 <= s <= t -> vnorm (vsub (y t) v) <= vnorm (vsub (y s) v))) /\
  (* the domain of v is the open half, that of -v the other one *)
  (vtends y v <-> 0 < inner v (y 0)) /\ (vtends y (vscale (-1) v) <-> inner v (y 0) < 0) /\
  (* no other eigenspace attracts anything off the hyperplane between them: they are unstable *)
  (inner v (y 0) = 0 -> forall t, 0 <= t -> inner v (y t) = 0) /\
  (inner v (y 0) <> 0 -> exists T, 0 <= T /\ forall t mu z, T <= t -> mu <> lam -> U z = vscale mu z ->
     1 / 2 <= vnorm (vsub (y t) z)) /\
  (forall mu, mu <> lam -> approaches y (fun z => U z = vscale mu z) -> inner v (y 0) = 0).
Proof.
  intros Sym Bo Pole Ev Gp Mp Wt Flow Start Gap.
  set (o := vscale (-1) v).
  assert (Pole' : inner o o = 1) by (unfold o; rewrite inner_scale_l, inner_scale_r; lra).
  assert (Ev' : U o = vscale lam o).
  { unfold o. rewrite (adjoint_scale _ _ Sym), Ev, !vscale_vscale. f_equal. ring. }
  assert (Gap' : forall t, 0 <= t ->
    gamma * (1 - inner o (y t) * inner o (y t)) <= lam - inner (y t) (U (y t))).
  { intros t Ht. unfold o. rewrite inner_scale_l.
    replace (-1 * inner v (y t) * (-1 * inner v (y t))) with (inner v (y t) * inner v (y t)) by ring. auto. }
  assert (Un := oja_unit U y w m M Bo Mp Wt Flow Start).
  assert (Dist : forall p t, inner p p = 1 -> 0 <= t ->
    vnorm (vsub (y t) p) * vnorm (vsub (y t) p) = 2 * (1 - inner p (y t))).
  { intros p t P Ht. rewrite unit_distance, (inner_sym _ (y t)); auto. }
  assert (Lim : forall p, inner p p = 1 -> U p = vscale lam p ->
    (forall t, 0 <= t -> gamma * (1 - inner p (y t) * inner p (y t)) <= lam - inner (y t) (U (y t))) ->
    0 < inner p (y 0) -> vtends y p).
  { intros p P Ep G N.
    set (C := (1 - inner p (y 0) * inner p (y 0)) / (inner p (y 0) * inner p (y 0))).
    assert (C0 : 0 <= C).
    { assert (B := unit_inner p (y 0) P Start). apply Rmult_le_pos.
      - assert (0 <= (1 - inner p (y 0)) * (1 + inner p (y 0))) by (apply Rmult_le_pos; lra). lra.
      - left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra. }
    apply (vtends_exp y p (sqrt C) (m * gamma)); [apply Rmult_lt_0_compat; auto|].
    intros t Ht. apply square_le.
    { apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]. }
    replace (sqrt C * exp (- (m * gamma) * t) * (sqrt C * exp (- (m * gamma) * t)))
      with (sqrt C * sqrt C * (exp (- (m * gamma) * t) * exp (- (m * gamma) * t))) by ring.
    rewrite sqrt_sqrt, <- exp_plus, Dist by auto.
    replace (- (m * gamma) * t + - (m * gamma) * t) with (- (2 * (m * gamma)) * t) by ring.
    apply (oja_fast U p lam gamma y w m M); auto. }
  assert (Only : forall p, inner p p = 1 -> vtends y p ->
    exists T, 0 <= T /\ forall t, T <= t -> 1 / 2 < inner p (y t)).
  { intros p P L. destruct (L (1 / 2) ltac:(lra)) as [T [T0 H]]. exists T. split; [auto|]. intros t Ht.
    specialize (H t Ht). rewrite Rminus_0_r, Rabs_right in H by apply Rle_ge, vnorm_nonneg.
    assert (N := vnorm_nonneg (vsub (y t) p)). assert (D := Dist p t P ltac:(lra)).
    set (d := vnorm (vsub (y t) p)) in *.
    assert (d * d < 1 / 2 * (1 / 2)) by (apply Rmult_le_0_lt_compat; lra). lra. }
  assert (Zero := oja_across U v lam gamma y w m M Sym Bo Pole Ev Gp Mp Wt Flow Start Gap).
  assert (Opp : forall t, inner o (y t) = - inner v (y t))
    by (intro t; unfold o; rewrite inner_scale_l; ring).
  assert (Away : inner v (y 0) <> 0 -> exists T, 0 <= T /\ forall t mu z, T <= t -> mu <> lam ->
     U z = vscale mu z -> 1 / 2 <= vnorm (vsub (y t) z)).
  { intros N. assert (Q : exists T, 0 <= T /\ forall t, T <= t -> 1 / 2 < Rabs (inner v (y t))).
    { destruct (Rdichotomy _ _ N) as [L|L].
      - destruct (Only o Pole' (Lim o Pole' Ev' Gap' ltac:(rewrite Opp; lra))) as [T [T0 H]].
        exists T. split; [auto|]. intros t Ht. specialize (H t Ht). rewrite Opp in H.
        rewrite Rabs_left; lra.
      - destruct (Only v Pole (Lim v Pole Ev Gap L)) as [T [T0 H]].
        exists T. split; [auto|]. intros t Ht. specialize (H t Ht). rewrite Rabs_right; lra. }
    destruct Q as [T [T0 H]]. exists T. split; [auto|]. intros t mu z Ht Nm Ez. specialize (H t Ht).
    assert (O := eigenvectors_across U v z lam mu Sym Ev Ez Nm).
    assert (C := inner_le_vnorm v (vsub (y t) z)). rewrite (unit_vnorm v Pole), Rmult_1_l in C.
    unfold vsub in C at 1. rewrite inner_add_r, inner_scale_r, O, Rmult_0_r, Rplus_0_r in C. lra. }
  split; [|split; [|split; [|split; [exact Zero|split; [exact Away|]]]]].
  - intros N. split; [intros t Ht; apply (oja_fast U v lam gamma y w m M); auto|].
    intros s t H. apply square_le; [apply vnorm_nonneg|]. rewrite !Dist by (auto; lra).
    assert (Q := oja_rises U v lam gamma y w m M Sym Bo Pole Ev Gp Mp Wt Flow Start Gap N s t H). lra.
  - split; [|apply Lim; auto]. intros L. destruct (Only v Pole L) as [T [T0 H]].
    specialize (H T (Rle_refl T)).
    destruct (Rtotal_order (inner v (y 0)) 0) as [N|[N|N]]; [|rewrite Zero in H; lra | lra].
    destruct (Only o Pole' (Lim o Pole' Ev' Gap' ltac:(rewrite Opp; lra))) as [T' [T0' H']].
    destruct (Only v Pole L) as [T2 [T20 H2]].
    specialize (H' (Rmax T' T2) (Rmax_l _ _)). specialize (H2 (Rmax T' T2) (Rmax_r _ _)).
    rewrite Opp in H'. lra.
  - fold o. split.
    + intros L. destruct (Only o Pole' L) as [T [T0 H]].
      destruct (Rtotal_order (inner v (y 0)) 0) as [N|[N|N]]; [lra | |].
      * specialize (H T (Rle_refl T)). rewrite Opp, Zero in H by auto. lra.
      * destruct (Only v Pole (Lim v Pole Ev Gap N)) as [T' [T0' H']].
        specialize (H (Rmax T T') (Rmax_l _ _)). specialize (H' (Rmax T T') (Rmax_r _ _)).
        rewrite Opp in H. lra.
    + intros N. apply Lim; auto. rewrite Opp. lra.
  - intros mu Nm A. destruct (Req_dec (inner v (y 0)) 0) as [|N]; [auto|].
    destruct (Away N) as [T [T0 H]]. destruct (A (1 / 2) ltac:(lra)) as [T' [T0' H']].
    destruct (H' (Rmax T T') (Rmax_r _ _)) as [z [Ez Z]].
    specialize (H (Rmax T T') mu z (Rmax_l _ _) Nm Ez). lra.
Qed.
